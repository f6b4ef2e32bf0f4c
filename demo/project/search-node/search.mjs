/** Words of a text, lower case, without punctuation. */
export function words(text) {
  return text.toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== '');
}
