import { clip, finding, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/**
 * Traces of how a service is built: stack frames, database messages, file paths, class names. Every repetition has a
 * bound, or an answer made for it could keep the matcher busy for minutes.
 */
const LEAKS: readonly (readonly [string, RegExp])[] = [
  ['a stack frame', /\bat [\w$.<>]{1,200} ?\([^)\n]{0,300}:\d{1,9}\)|Traceback \(most recent call last\)|^[ \t]{1,40}at [\w.$]{1,200}\(/m],
  // Lower-case words may be plain English, so there the table must be one word.
  ['a database message', /\bSQLSTATE\b|\bORA-\d{5}\b|[Ss]yntax error at or near|SELECT .{1,80} FROM .{1,80} WHERE|\bselect .{1,80} from [\w."]{1,80} where /],
  ['a file path', /(?:^|[\s"'(])(?:\/(?:usr|var|home|opt|srv|app|root|tmp)\/[\w./-]+|[A-Z]:\\\\?[\w\\]+)/],
  ['a class name', /\b(?:java|javax|org\.springframework|com\.ibm|System|Microsoft)(?:\.\w{1,60}){0,8}\.[A-Z]\w{0,60}(?:Exception|Error)\b/],
];

export const noLeak = passiveRule(
  {
    id: 'http.no-leak',
    title: 'Nothing of the inside is shown',
    fails: 'shows something of its inside: {actual}',
    explain: 'Stack frames, database messages, file paths and class names help attackers and nobody else.',
    covers: ['A21', 'H07'],
  },
  (response, exchange) => {
    const text = `${response.headers.map(([n, v]) => `${n}: ${v}`).join('\n')}\n${response.body}`;
    return judged(
      LEAKS.flatMap(([what, pattern]) => {
        const match = pattern.exec(text);
        return match === null ? [] : [finding(exchange, 'answer', `no trace of ${what}`, clip(match[0].trim(), 120))];
      }),
    );
  },
);
