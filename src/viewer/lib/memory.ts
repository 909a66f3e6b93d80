/** Small choices kept between visits. A page from disk may have no storage: then they last as long as the page. */
const here = new Map<string, string>();

export function remembered(name: string): string | undefined {
  try {
    return localStorage.getItem(`plumbline.${name}`) ?? here.get(name);
  } catch {
    return here.get(name);
  }
}

export function remember(name: string, value: string): void {
  here.set(name, value);
  try {
    localStorage.setItem(`plumbline.${name}`, value);
  } catch {
    // Kept in `here`.
  }
}
