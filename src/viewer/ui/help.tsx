import type { JSX, RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { keysOn, setKeys } from '../lib/keys.ts';
import { MARK_ORDER } from '../lib/words.ts';
import type { MarkKind } from '../lib/words.ts';
import { MarkWord } from './mark.tsx';

const KEYS = [
  ['/', 'search'],
  ['j  k', 'next and previous item of a list'],
  ['Enter', 'open the item'],
  ['n  p', 'next and previous cause, or page of a list'],
  ['u', 'back up to the list that one came from'],
  ['arrows', 'move in the matrix'],
  ['1 … 9  0', 'the pages, in the order of the navigation'],
  ['t', 'colours: auto, light, dark'],
  ['?', 'this'],
] as const;

const MEANING: Readonly<Record<MarkKind, string>> = {
  fail: 'the service departs from the requirement',
  'unexpected-pass': 'it holds, though a waiver says it would not',
  inconclusive: 'could not be judged, with a cause',
  untested: 'planned, but there is no verdict',
  waived: 'fails as a waiver says it would',
  pass: 'the service does what is required',
  inapplicable: 'nothing is required of this service here',
};

export function Help({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }): JSX.Element {
  const [on, setOn] = useState(keysOn);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys and marks</h2>
      <dl class="keys">
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label class="choice">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            setKeys(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        Single keys are on
      </label>
      <dl class="legend">
        {MARK_ORDER.map((kind) => (
          <div key={kind}>
            <dt>
              <MarkWord kind={kind} />
            </dt>
            <dd>{MEANING[kind]}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button class="button">Close</button>
      </form>
    </dialog>
  );
}
