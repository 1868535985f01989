/** Every address that is none: a route of its own, so that its page has the site around it. */
export function loader() {
  throw new Response(null, { status: 404, statusText: "Not Found" });
}

export default function NotFound() {
  return null;
}
