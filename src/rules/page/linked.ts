import type { Finding } from '../model.ts';
import { shownAt, slotNames, spotName } from '../../record/paging/places.ts';
import type { PageStyle, Spot } from '../../record/paging/model.ts';
import { MASK } from '../../record/mask.ts';
import { isAddress } from '../../record/paging/styles.ts';
import { finding } from '../evidence.ts';
import { pageRule, type Page } from './page-rule.ts';

export const linked = pageRule(
  {
    id: 'page.linked',
    title: 'Links to other pages stay at the service and keep what was asked for',
    fails: 'gives a link to another page that leads astray: {actual} instead of {expected}',
    explain:
      'The address of another page belongs to the origin that was asked, and has every parameter of the query that was asked, but for those that say which page. A link that drops a filter brings records that nobody asked for; one to a name that only the service itself knows cannot be followed.',
    covers: [],
  },
  (list, { style }) => {
    const [first] = list;
    const asked = first === undefined ? undefined : new URL(first.exchange.request.url);
    return asked === undefined ? [] : list.flatMap((page) => astray(page, style, asked)).slice(0, 5);
  },
);

function astray(page: Page, style: PageStyle, asked: URL): readonly Finding[] {
  return addressesOf(style).flatMap((spot): readonly Finding[] => {
    const shown = shownAt(page.seen, spot);
    if (typeof shown !== 'string' || shown === '') return [];
    const tell = (expected: string): Finding => finding(page.exchange, spotName(spot), expected, shown);
    if (!URL.canParse(shown, page.exchange.request.url)) return [tell('an address')];
    const link = new URL(shown, page.exchange.request.url);
    if (link.origin !== asked.origin) return [tell(`an address below ${asked.origin}`)];
    const paging = slotNames(style);
    // Who asks is no part of what was asked for: a link need not repeat a key.
    const isKey = (name: string): boolean => show(asked, name).includes(MASK);
    const names = [...new Set(asked.searchParams.keys())].filter((name) => !paging.includes(name) && !isKey(name));
    const lost = names.find((name) => show(link, name) !== show(asked, name));
    return lost === undefined ? [] : [tell(`the parameter ${lost} as it was asked for: ${show(asked, lost)}`)];
  });
}

function addressesOf(style: PageStyle): readonly Spot[] {
  return [style.next, style.previous, style.first, style.last].flatMap((spot) =>
    spot !== undefined && !('last' in spot) && isAddress(style, spot) ? [spot] : [],
  );
}

function show(url: URL, name: string): string {
  return url.searchParams.getAll(name).join(', ');
}
