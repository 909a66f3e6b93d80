/** Copies the files that a document refers to into the document. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput } from '../errors.ts';
import { readBytes } from '../project/files.ts';

/** A reference to something outside the document that is not an address. */
const TO_FILE = /\$ref["']?\s*:\s*["']?(?!#|https?:)[^\s"'}]/;

/**
 * The text of a document as one JSON document. Addresses are not read: references to them stay. Throws `BadInput` for a file that cannot
 * be read.
 */
export async function withReferencedFiles(file: string, text: string): Promise<string> {
  if (!TO_FILE.test(text)) return text;
  const { $RefParser, JSONParserErrorGroup } = await import('@apidevtools/json-schema-ref-parser');
  const parser = new $RefParser();
  let missing: string | undefined;
  const read = ({ url }: { readonly url: string }): string => {
    try {
      return readBytes(fileOf(url)).toString('utf8');
    } catch (error) {
      missing ??= fileOf(url);
      throw error;
    }
  };
  try {
    await parser.bundle(file, {
      resolve: { http: false, file: { canRead: ['.yaml', '.yml', '.json'], read } },
      continueOnError: true,
    });
  } catch (error) {
    if (!(error instanceof JSONParserErrorGroup)) throw error;
    const [unread] = error.errors.filter(({ message }) => !/resolver for "https?:/.test(message));
    if (unread !== undefined) {
      const at = missing ?? fileOf(unread.source ?? file);
      // The parser of documents reports errors of the document itself with their place.
      if (missing === undefined && path.resolve(file) === at) return text;
      const fault =
        missing === undefined
          ? 'is not valid, or refers to a file or place that is missing or not valid'
          : 'cannot be read';
      throw BadInput.of('openapi-reference', `${path.relative('.', at)} ${fault}`, {
        file,
        hint: 'The document refers to it. Correct or add the file, or bundle the document into one file.',
      });
    }
  }
  return JSON.stringify(parser.schema);
}

/** The library percent-encodes paths. */
function fileOf(url: string): string {
  return fileURLToPath(url.startsWith('file:') ? url : `file:///${url.replace(/^\//, '')}`);
}
