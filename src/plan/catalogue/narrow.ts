/** Fields of a selector, narrowed by what the contract says of them. */
import type { RowFields } from '../../load/model.ts';
import type { EachItem } from './items.ts';

export function narrowed(
  items: readonly EachItem[],
  { type, has = [], lacks = [], 'at-least': least = {}, first }: Omit<RowFields, 'from'>,
): readonly EachItem[] {
  const fits = items.filter(({ field }) => {
    if (field === undefined) return false;
    const says = (name: keyof typeof field): boolean => field[name] !== undefined && field[name] !== false;
    return (
      (type === undefined || (typeof type === 'string' ? type === field.type : type.includes(field.type))) &&
      has.every(says) &&
      !lacks.some(says) &&
      Object.entries(least).every(([name, size]) => Number(field[name as keyof typeof field] ?? 0) >= size)
    );
  });
  return first === true ? fits.slice(0, 1) : fits;
}
