export default function Rock() {
  return null;
}
