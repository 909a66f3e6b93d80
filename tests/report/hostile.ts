/** What a service may send back, and what no view may obey. */
export const HOSTILE = [
  '</failure></testcase><script>alert(1)</script>',
  ']]> & "quoted" \'single\'',
  'line one\n::error title=forged::line two\r\n::set-output name=x::y',
  '\u001b[31mred\u001b[0m \u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007',
  '\u0000\u0008\u000b\u001f\u007f\u0085\u009b',
  '| cell | <img src=x onerror=alert(1)> | @everyone #1 ![x](http://evil.example/x.png) [y](javascript:alert(1)) `code` **bold** www.evil.example',
  '\u202egnp.exe\u2066\u200b\ufeff',
  '\ud800 lone \udfff surrogates \ufffe\uffff',
  '%0A::error::x %25',
  '</title><svg onload=alert(1)>',
  '$HOME `rm -rf` ${x} {{7*7}}',
  'x'.repeat(100_000),
] as const;

/** Control characters (line break and tab aside), bidirectional overrides, zero-width characters, lone surrogates. */
export const UNPRINTABLE =
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/u;
