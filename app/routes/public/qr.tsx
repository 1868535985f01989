import type { MetaFunction } from "@remix-run/node";
import {
  Link,
  redirect,
  useSearchParams,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { asRockNumber, keepQrRock } from "#app/components/site/qr-rock.ts";
import "#app/components/site/prose.css";

export const meta: MetaFunction = () => [
  { title: "You found a rock" },
  { name: "robots", content: "noindex" },
];

/** The number is kept in the browser alone: the server sets nothing for a visitor. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const rockNumber = asRockNumber(new URL(request.url).searchParams.get("r"));
  if (rockNumber) keepQrRock(rockNumber);
  return redirect("/");
}
clientLoader.hydrate = true as const;

/** What a browser without scripts stays on. */
export default function QrEntry() {
  const [search] = useSearchParams();
  const rockNumber = asRockNumber(search.get("r"));
  return (
    <div className="prose">
      <h1>
        {rockNumber ? `You found rock ${rockNumber}` : "You found a rock"}
      </h1>
      <p>
        <Link to="/">See who it is for</Link>
      </p>
      <p>
        <Link to={`/share-your-rock${rockNumber && `?r=${rockNumber}`}`}>
          Share Your Rock
        </Link>
      </p>
    </div>
  );
}
