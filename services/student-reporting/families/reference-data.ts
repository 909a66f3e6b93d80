// Code lists that more than one family uses, and those that stand for the operator's reference data
// (student-reporting section 2 says that language and disability codes are drawn from it; the members are assumed).

export const languageCodes = ['1201', '1301', '2201', '4202', '6302', '7101'];

export const disabilityCodes = ['11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '99'];

export const studentStatusCodes = ['201', '202', '230', '240', '241', '242', '280', '281'];

export const states = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'];

export function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}
