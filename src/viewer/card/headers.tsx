import type { JSX } from 'preact';
import type { HeaderList } from '../../record/headers.ts';
import { plural } from '../lib/format.ts';
import { Text } from '../ui/text.tsx';

/** Headers that most failures turn on; the others are one click away. */
const TELLING = /^(content-type|location|allow|www-authenticate|retry-after|accept)$|pagination|page/;
/** So few are not worth folding. */
const FEW = 5;

interface Props {
  readonly headers: HeaderList;
  /** Names that findings point at; one that did not come is shown as absent. */
  readonly pointed: readonly string[];
  readonly which: string;
}

export function Headers({ headers, pointed, which }: Props): JSX.Element | null {
  const absent = pointed.filter((name) => !headers.some(([other]) => other === name));
  if (headers.length + absent.length === 0) return <p class="dim">No headers.</p>;
  const telling =
    headers.length <= FEW ? headers : headers.filter(([name]) => TELLING.test(name) || pointed.includes(name));
  const rest = headers.filter((header) => !telling.includes(header));
  return (
    <>
      <dl class="headers" aria-label={`${which} headers`}>
        {telling.map((header, index) => (
          <Line key={index} header={header} pointed={pointed.includes(header[0])} />
        ))}
        {absent.map((name) => (
          <div key={name} class="pointed">
            <dt>{name}</dt>
            <dd>
              <em>absent</em>
            </dd>
          </div>
        ))}
      </dl>
      {rest.length > 0 && (
        <details class="fold">
          <summary>{plural(rest.length, 'more header')}</summary>
          <dl class="headers">
            {rest.map((header, index) => (
              <Line key={index} header={header} pointed={false} />
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function Line({
  header: [name, value],
  pointed,
}: {
  readonly header: readonly [string, string];
  readonly pointed: boolean;
}): JSX.Element {
  return (
    <div class={pointed ? 'pointed' : ''}>
      <dt>
        <Text>{name}</Text>
      </dt>
      <dd>
        <Text>{value}</Text>
      </dd>
    </div>
  );
}
