/** SVG badge with the conformance status of the run. It loads no resources. */
import type { Report } from '../model.ts';
import { runStatus } from '../conformance-status.ts';
import { xmlAttribute, xmlText } from './escape.ts';

const COLORS = { good: '#2a7f3e', bad: '#b3261e', open: '#8a5a00', dark: '#3c4043' } as const;

export function badge(report: Report, label = 'conformance'): string {
  const { text, tone } = runStatus(report);
  return draw(label, text, COLORS[tone]);
}

function draw(label: string, message: string, color: string): string {
  const left = widthOf(label);
  const right = widthOf(message);
  const width = left + right;
  const text = (value: string, x: number, room: number): string =>
    `<text x="${x}" y="14" textLength="${room - 12}" lengthAdjust="spacingAndGlyphs">${xmlText(value)}</text>`;
  const name = `${label}: ${message}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${xmlAttribute(name)}">`,
    `<title>${xmlText(name)}</title>`,
    `<rect width="${width}" height="20" rx="3" fill="${COLORS.dark}"/>`,
    `<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z" fill="${color}"/>`,
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    text(label, left / 2, left),
    text(message, left + right / 2, right),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Approximate width in Verdana 11; `textLength` fits the text if the font is missing. */
function widthOf(text: string): number {
  return Math.round([...text].length * 6.6 + 12);
}
