/** Texts that terminals and CI systems act on, and what tells that one was let through. */

export const HOSTILE: Readonly<Record<string, string>> = {
  'a GitHub annotation': '::error file=a.ts,line=1::HOSTILE',
  'a GitHub mask': '::add-mask::HOSTILE',
  'a GitHub stop of commands': '::stop-commands::HOSTILE',
  'an old GitHub command': '##[error]HOSTILE',
  'an Azure command': '##vso[task.complete result=Succeeded;]HOSTILE',
  'an Azure command in other letters': '##VSO[task.setvariable variable=HOSTILE]x',
  'a TeamCity message': "##teamcity[buildStatus status='SUCCESS' text='HOSTILE']",
  'a GitLab section': 'section_start:1560896352:HOSTILE[collapsed=true]\r\u001b[0KHOSTILE',
  'a Travis fold': 'travis_fold:start:HOSTILE\r\u001b[0K',
  'a Buildkite group': '--- HOSTILE',
  'another Buildkite group': '+++ HOSTILE',
  'a screen that is cleared': '\u001b[2J\u001b[HHOSTILE',
  'a link of the terminal': '\u001b]8;;https://evil.example\u0007HOSTILE\u001b]8;;\u0007',
  'a C1 control': '\u009b2JHOSTILE',
  'a Jenkins note': '\u001b[8mha:////4HOSTILE\u001b[0m',
  'a line that is written over': 'HOSTILE\rplumbline: ADMIT',
  'text that runs backwards': '\u202eHOSTILE',
};

const OBEYED: Readonly<Record<string, RegExp>> = {
  GitHub: /^[\s\ufffd]*::/m,
  'Azure, TeamCity, old GitHub': /##(?:vso|teamcity)?\[/i,
  'GitLab, Travis': /\b(?:section_(?:start|end)|travis_(?:fold|time)):/,
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  'a terminal': /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
};

/** Who would act on something in the text. */
export function obeyed(text: string): readonly string[] {
  return Object.entries(OBEYED).flatMap(([who, pattern]) => {
    const found = pattern.exec(text);
    return found === null
      ? []
      : [`${who}: ${JSON.stringify(text.slice(Math.max(0, found.index - 40), found.index + 60))}`];
  });
}
