import type { JSX } from 'preact';

/** The head of a table: what each column holds, and which hold numbers. */
export function Head({
  columns,
}: {
  readonly columns: readonly (string | { readonly number: string })[];
}): JSX.Element {
  return (
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <th key={column} scope="col">
              {column}
            </th>
          ) : (
            <th key={column.number} scope="col" class="number">
              {column.number}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
