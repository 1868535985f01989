import type { EventKind, SecurityEvent } from "#domain/account/answers.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { ListStates } from "#app/components/admin/table/list-states.tsx";
import { ShowMore } from "#app/components/admin/table/show-more.tsx";
import { EmptyState } from "#app/components/admin/ui/empty-state.tsx";
import { AlertIcon, CheckIcon } from "#app/components/ui/more-icons.tsx";
import { Pebble } from "#app/components/ui/pebble.tsx";
import { describeMoment } from "#app/components/words/days.ts";

const words: Record<EventKind, string> = {
  "signed-in": "Signed in",
  "sign-in-refused": "A sign-in was refused",
  "signed-out": "Signed out",
  "session-ended": "A session was ended",
  "other-sessions-ended": "All other sessions were ended",
  "second-factor-on": "The second factor was switched on",
  "second-factor-off": "The second factor was switched off",
  "second-factor-reset": "The second factor was reset by the operator",
  "recovery-code-used": "A recovery code was used",
  "recovery-codes-renewed": "New recovery codes were made",
  "credentials-changed": "Username or password was changed",
  "set-up": "The site was set up, and its password chosen",
  "password-changed": "The password was changed",
  "password-reset": "The password was reset by the operator",
  "backup-restored": "A backup was restored",
  "settings-changed": "Settings were changed",
};

/** What is worth a second look. */
const NOTABLE: EventKind[] = [
  "sign-in-refused",
  "second-factor-off",
  "second-factor-reset",
  "recovery-code-used",
  "credentials-changed",
  "set-up",
  "password-changed",
  "password-reset",
  "backup-restored",
  "settings-changed",
];

const keyOf = ({ event_key }: SecurityEvent) => event_key;

/** What happened in the last 90 days, newest first. */
export function EventList({
  first,
  now,
}: {
  first: Page<SecurityEvent>;
  now: string;
}) {
  const list = useList("GET /api/account/events", {}, { keyOf, first });
  return (
    <section className="security-part stack" aria-labelledby="events">
      <h2 id="events">What happened</h2>
      <ListStates
        list={list}
        words={{
          loading: "Loading...",
          empty: (
            <EmptyState picture={<Pebble motif="plain" size={110} />}>
              Nothing yet. Sign-ins and changes are kept here for 90 days.
            </EmptyState>
          ),
          failed: "The events could not be loaded.",
        }}
      >
        {(events) => (
          <>
            <ul className="security-list lined">
              {events.map((event) => (
                <Event key={event.event_key} event={event} now={now} />
              ))}
            </ul>
            <ShowMore list={list} />
          </>
        )}
      </ListStates>
    </section>
  );
}

function Event({
  event: { what, at, browser, address_prefix, times },
  now,
}: {
  event: SecurityEvent;
  now: string;
}) {
  const isNotable = NOTABLE.includes(what);
  const isRefusal = what === "sign-in-refused";
  const from = address_prefix || (isRefusal ? "Many networks" : "");
  return (
    <li className={isNotable ? "security-event is-notable" : "security-event"}>
      {isNotable ? <AlertIcon /> : <CheckIcon />}
      <b>{times > 1 ? `${times} sign-ins were refused` : words[what]}</b>
      <span>{[browser, from].filter(Boolean).join(", ")}</span>
      <time dateTime={at}>{describeMoment(at, now)}</time>
    </li>
  );
}
