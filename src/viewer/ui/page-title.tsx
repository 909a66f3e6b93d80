import type { ComponentChildren, JSX } from 'preact';

/** The heading of a page, and how much it holds; a screen reader hears when filters change the number. */
export function PageTitle({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="page-title">
      <h1 tabIndex={-1}>{title}</h1>
      {note !== undefined && (
        <p class="dim" role="status">
          {note}
        </p>
      )}
      {children}
    </div>
  );
}
