/** A text whose number alone is visible. Screen readers say all of it. */
export function seenNumber(text: string, number: string) {
  const at = text.indexOf(number);
  const label = document.createElement("span");
  label.append(
    forScreenReaders(text.slice(0, at)),
    number,
    forScreenReaders(text.slice(at + number.length)),
  );
  return label;
}

function forScreenReaders(text: string) {
  const words = document.createElement("span");
  words.className = "sr";
  words.append(text);
  return words;
}
