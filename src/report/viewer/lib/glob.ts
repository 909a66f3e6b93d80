/** The patterns of waivers: `*` stays within a segment, `**` crosses, `{a,b}` is either. */
export function globPattern(glob: string): RegExp {
  let depth = 0;
  const parts = glob.match(/\*+|[^*]/gu) ?? [];
  const source = parts.map((part) => {
    if (part.startsWith('*')) return part.length > 1 ? '.*' : '[^/]*';
    if (part === '{') depth++;
    if (part === '{') return '(?:';
    if (part === '}' && depth > 0) {
      depth--;
      return ')';
    }
    if (part === ',' && depth > 0) return '|';
    return part.replace(/[\\^$.|?+()[\]{}]/, '\\$&');
  });
  return depth === 0 ? new RegExp(`^${source.join('')}$`) : /^(?!)/;
}
