import { useLingui } from "@lingui/react";
import { Link } from "@remix-run/react";
import { formatDay } from "#app/components/words/days.ts";
import {
  describeMemory,
  MemoryPicture,
} from "#app/components/site/on-this-day/memory.tsx";
import type { OnThisDay as Memory } from "#domain/site/on-this-day.server.ts";

/** A find or photo of this day in an earlier year. */
export function OnThisDay({ memory }: { memory: Memory }) {
  const { i18n } = useLingui();
  const { title, words, lang, ago, address } = describeMemory(i18n, memory);
  return (
    <section aria-labelledby="on-this-day" className="dashboard-day">
      <header className="dashboard-head">
        <h2 id="on-this-day">On this day</h2>
        <p>{formatDay(memory.date)}</p>
      </header>
      <Link className="memory" to={address}>
        <MemoryPicture memory={memory} />
        <b>{title}</b>
        <small className="clamp">
          {words && <span lang={lang ?? undefined}>{`“${words}” `}</span>}
          <span>{`${ago}.`}</span>
        </small>
      </Link>
    </section>
  );
}
