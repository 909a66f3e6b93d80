import type { JSX } from 'preact';

/** A link out of the report, where the address is one of the web; any other is only text. */
export function SafeLink({ to }: { readonly to: string }): JSX.Element {
  if (!/^https?:\/\//i.test(to)) return <span>{to}</span>;
  return (
    <a href={to} rel="noopener noreferrer" target="_blank">
      {to}
      <span class="unseen-label"> (opens a new window)</span>
    </a>
  );
}
