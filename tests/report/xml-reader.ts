/** As much of an XML reader as the tests of the views need: strict about nesting, escapes and attributes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  /** Descendants of that name, in document order. */
  readonly all: (name: string) => readonly XmlElement[];
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

export function parseXml(source: string): XmlElement {
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const stack = [root];
  const body = source.replace(/^<\?xml [^?]*\?>/, '');
  const token = /<\/([\w:-]+)>|<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  let at = 0;
  for (let match = token.exec(body); match !== null; match = token.exec(body)) {
    at = token.lastIndex;
    const [, closing, opening, attributes, empty, text] = match;
    const top = stack.at(-1) ?? root;
    if (text !== undefined) top.text += decode(text);
    else if (closing !== undefined) {
      if (closing !== top.name) throw new Error(`</${closing}> closes <${top.name}>`);
      stack.pop();
      (stack.at(-1) ?? root).children.push(element(top));
    } else if (opening !== undefined) {
      const open: Open = { name: opening, attributes: {}, children: [], text: '' };
      for (const [, name, value] of (attributes ?? '').matchAll(/([\w:-]+)="([^"]*)"/g))
        if (name !== undefined) open.attributes[name] = decode(value ?? '');
      if (empty === '/') top.children.push(element(open));
      else stack.push(open);
    }
  }
  if (at !== body.length) throw new Error(`not XML from ${JSON.stringify(body.slice(at, at + 60))}`);
  if (stack.length !== 1) throw new Error(`<${stack.at(-1)?.name}> is not closed`);
  const only = root.children[0];
  if (only === undefined || root.children.length !== 1) throw new Error('an XML document has one root');
  return only;
}

function element({ name, attributes, children, text }: Open): XmlElement {
  return {
    name,
    attributes,
    text,
    all: (wanted) => children.flatMap((child) => [...(child.name === wanted ? [child] : []), ...child.all(wanted)]),
  };
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(#?\w*);?/g, (whole, name: string) => {
    const value = name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : NAMED[name];
    if (value === undefined || !whole.endsWith(';')) throw new Error(`${whole} is no escape`);
    return value;
  });
}
