import { Trans } from "@lingui/react/macro";
import type { Part } from "#domain/keepsake/pages.ts";
import type { Link } from "./page.tsx";

/** Leads to the other parts of a long list; nothing if it is one. */
export function PartLinks({
  part,
  label,
  link,
}: {
  part: Part;
  label: string;
  link: Link;
}) {
  if (part.paths.length === 1) return null;
  const shown = part.paths
    .map((path, index) => ({ path, number: index + 1 }))
    .filter(
      ({ number }) =>
        number === 1 ||
        number === part.paths.length ||
        Math.abs(number - part.number) <= 2,
    );
  return (
    <nav className="kept-parts" aria-label={label}>
      <ul>
        {shown.map(({ path, number }, index) => (
          <li key={path}>
            {index > 0 && number - shown[index - 1]!.number > 1 && (
              <span aria-hidden="true">…</span>
            )}
            <a
              href={link(path)}
              aria-current={number === part.number ? "page" : undefined}
            >
              <Trans>
                <span className="sr">Part </span>
                {number}
              </Trans>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
