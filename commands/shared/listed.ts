/** As many of the parts as fit whole into `maxLength`, and how many there are besides. */
export function listed(parts: readonly string[], separator: string, maxLength: number): string {
  const all = parts.join(separator);
  if (all.length <= maxLength) return all;
  let shown = '';
  for (const [index, part] of parts.entries()) {
    const next = index === 0 ? part : `${shown}${separator}${part}`;
    if (next.length + separator.length + more(parts.length).length > maxLength) {
      return `${shown}${separator}${more(parts.length - index)}`;
    }
    shown = next;
  }
  return shown;
}

function more(count: number): string {
  return `and ${count} more`;
}
