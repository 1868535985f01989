import { Link } from "@remix-run/react";
import { useState, type ReactElement } from "react";
import { RockStone } from "#app/components/rocks/rock-stone.tsx";
import type { Dashboard } from "#domain/health/dashboard.server.ts";
import { describeDay } from "#app/components/words/days.ts";
import { times } from "#app/components/words/measures.ts";
import { Button } from "#app/components/ui/button.tsx";

/** Rows that are shown at once. */
const FIRST_MAX = 3;

/** Rocks that were scanned and not sent, and numbers without a rock in the catalogue. Nothing if there are neither. */
export function RockNumbers({
  silent,
  withoutRock,
  today,
}: Pick<Dashboard, "silent" | "withoutRock" | "today">) {
  if (silent.length + withoutRock.length === 0) return null;
  return (
    <div className="dashboard-numbers">
      {silent.length > 0 && (
        <Numbers
          id="silent"
          title="Silent rocks"
          say="scanned, but nobody wrote"
        >
          {silent.map(({ rock_number, pin, scans, last }) => (
            <li key={rock_number}>
              <Link to={`/rocks/${rock_number}`}>
                <RockStone rockNumber={rock_number} pin={pin} size={42} />
                <span className="dashboard-row-text">
                  <b>{`Rock ${rock_number}`}</b>{" "}
                  <small>{`scanned ${times(scans)}`}</small>
                </span>
                <time dateTime={last}>
                  <span className="sr">, the last time </span>
                  <span>{describeDay(last, today)}</span>
                </time>
              </Link>
            </li>
          ))}
        </Numbers>
      )}
      {withoutRock.length > 0 && (
        <Numbers
          id="without-rock"
          title="Numbers without a rock"
          say="not in the catalogue"
        >
          {withoutRock.map(({ rock_number, sent, scans }) => (
            <li key={rock_number}>
              <div>
                <RockStone rockNumber={rock_number} pin={null} size={42} />
                <span className="dashboard-row-text">
                  <b>{rock_number}</b> <small>{describe(sent, scans)}</small>
                </span>
                <Link
                  className="mini"
                  to="/admin/rocks"
                  state={{ creates: rock_number }}
                >
                  Create<span className="sr">{` rock ${rock_number}`}</span>
                </Link>
              </div>
            </li>
          ))}
        </Numbers>
      )}
    </div>
  );
}

const describe = (sent: number, scans: number) =>
  [sent && `sent ${times(sent)}`, scans && `scanned ${times(scans)}`]
    .filter(Boolean)
    .join(", ");

/** A list that begins with a few rows. */
function Numbers({
  id,
  title,
  say,
  children,
}: {
  id: string;
  title: string;
  say: string;
  children: ReactElement[];
}) {
  const [isOpen, setIsOpen] = useState(false);
  const more = children.length - FIRST_MAX;
  return (
    <section aria-labelledby={id}>
      <header className="dashboard-head">
        <h2 id={id}>{title}</h2>
        <p>{say}</p>
        {more > 0 && (
          <Button
            look="text"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Show fewer" : `Show ${more} more`}
          </Button>
        )}
      </header>
      <ul className="dashboard-rows lined">
        {isOpen ? children : children.slice(0, FIRST_MAX)}
      </ul>
    </section>
  );
}
