import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useRef, useState } from "react";
import { countOf, formatCount } from "#core/words.ts";
import { KINDS, TrashList } from "#app/components/admin/trash-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { countTrash, listTrash } from "#domain/trash/trash.server.ts";
import type { TrashKind } from "#domain/trash/schemas.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return orErrorPage(() => ({
    first: listTrash(),
    counts: countTrash(),
    days: getSettings().TRASH_DAYS,
    now: Date.now(),
  }));
}

export default function Trash() {
  const { first, counts, days, now } = useLoaderData<typeof loader>();
  const [kind, setKind] = useState<TrashKind>();
  const heading = useRef<HTMLHeadingElement>(null);
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return (
    <>
      <header className="admin-head">
        <h1 ref={heading} tabIndex={-1}>
          Trash
        </h1>
        <p>
          {total > 0 &&
            `${countOf(total, "thing")}. Each comes back exactly as it was.`}
        </p>
        {total > 0 && (
          <div
            className="trash-kinds wrap tight"
            role="group"
            aria-label="Show one kind"
          >
            {[undefined, ...(Object.keys(KINDS) as TrashKind[])].map((of) => (
              <Button
                key={of ?? "all"}
                look="mini"
                aria-pressed={of === kind}
                onClick={() => setKind(of)}
              >
                {`${of ? KINDS[of].many : "All"} ${formatCount(of ? (counts[of] ?? 0) : total)}`}
              </Button>
            ))}
          </div>
        )}
      </header>
      <TrashList
        key={kind}
        kind={kind}
        first={kind ? undefined : first}
        days={days}
        now={now}
        onGone={() => heading.current?.focus()}
      />
    </>
  );
}
