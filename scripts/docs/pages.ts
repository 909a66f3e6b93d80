/** The pages of docs/generated/, by file name. */
import { fileURLToPath } from 'node:url';
import { loadProject } from '../../src/load/load-project.ts';
import { readPublishedProof } from '../../src/project/published-proof.ts';
import { proofMarkdown } from '../../src/prove/render.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';
import { readFigures, reliabilityDocument } from '../reliability/render.ts';
import { contractReference, reportReference } from './references.ts';
import { openQuestionsDocument } from './open-questions.ts';
import { rulesDocument } from './rules.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export function generatedPages(): Readonly<Record<string, string>> {
  const proof = readPublishedProof(ROOT);
  return {
    'contract-reference.md': contractReference(),
    'report-reference.md': reportReference(),
    'rules.md': rulesDocument(EVERY_RULE),
    'open-questions.md': openQuestionsDocument(loadProject(ROOT)),
    'reliability.md': reliabilityDocument(readFigures()),
    ...(proof === undefined ? {} : { 'proof.md': proofMarkdown(proof) }),
  };
}
