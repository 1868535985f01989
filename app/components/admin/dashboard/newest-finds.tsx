import { Link } from "@remix-run/react";
import { RockStone } from "#app/components/rocks/rock-stone.tsx";
import type { Dashboard } from "#domain/health/dashboard.server.ts";
import { WorldOfFinds } from "./world-of-finds.tsx";
import { formatShortDay } from "#app/components/words/days.ts";

/** The finds that every visitor sees first, on a map and beside it as a list. */
export const NewestFinds = ({
  newest,
  today,
}: Pick<Dashboard, "newest" | "today">) => (
  <section aria-labelledby="newest" className="dashboard-newest">
    <header className="dashboard-head">
      <h2 id="newest">Newest finds</h2>
      <Link to="/admin/journey">All journey posts</Link>
    </header>
    {newest.length === 0 ? (
      <p className="soft">No find is shown yet. The first one will be here.</p>
    ) : (
      <div className="newest">
        <WorldOfFinds finds={newest} />
        <ul className="dashboard-rows lined">
          {newest.map((find) => (
            <li key={find.uuid}>
              <Link to={`/rocks/${find.rock_number}`}>
                <RockStone
                  rockNumber={find.rock_number}
                  pin={find.pin}
                  size={42}
                />
                <span className="dashboard-row-text">
                  <b>{`Rock ${find.rock_number}`}</b>{" "}
                  <small>{find.location}</small>
                </span>
                <time dateTime={find.date}>
                  {formatShortDay(find.date, today)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    )}
  </section>
);
