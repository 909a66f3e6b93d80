import type { JSX } from 'preact';
import { CellLink } from './cell-link.tsx';
import type { Grid } from './cells.ts';
import { Head } from '../ui/head.tsx';

/** The matrix on a narrow screen: one small table for each endpoint, aspects down and versions across. */
export function MatrixList({ grid }: { readonly grid: Grid }): JSX.Element {
  const { service, specs, endpoints, aspects } = grid;
  return (
    <>
      {endpoints.map((endpoint) => (
        <table key={endpoint} class="matrix matrix-small">
          <Head columns={[endpoint, ...specs]} />
          <tbody>
            {aspects
              .filter((aspect) => specs.some((spec) => grid.cell(endpoint, aspect, spec) !== undefined))
              .map((aspect) => (
                <tr key={aspect}>
                  <th scope="row">{aspect}</th>
                  {specs.map((spec) => {
                    const cell = grid.cell(endpoint, aspect, spec);
                    return (
                      <td key={spec}>
                        {cell === undefined ? null : (
                          <CellLink cell={cell} service={service} endpoint={endpoint} aspect={aspect} spec={spec} />
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </>
  );
}
