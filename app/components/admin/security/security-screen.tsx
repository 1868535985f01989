import type {
  AdminSession,
  SecondFactorState,
  SecurityEvent,
  EventKind,
} from "#domain/account/answers.ts";
import { type Page, useList } from "#app/components/admin/data/use-list.ts";
import { SecondFactorBox } from "./second-factor-box.tsx";
import { useRevalidator } from "@remix-run/react";
import { useState, useRef } from "react";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EditForm } from "#app/components/admin/ui/edit-form.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { Failure } from "#app/components/fields/failure.tsx";
import { plural } from "#domain/core/words.ts";
import { describeMoment } from "#app/components/words/days.ts";
import {
  ListStates,
  ShowMore,
} from "#app/components/admin/table/admin-table.tsx";
import { EmptyState } from "#app/components/admin/ui/empty-state.tsx";
import { AlertIcon, CheckIcon } from "#app/components/ui/more-icons.tsx";
import { Pebble } from "#app/components/ui/pebble.tsx";
import "./security.css";

interface Props {
  isPasswordFixed: boolean;
  secondFactor: SecondFactorState;
  sessions: AdminSession[];
  events: Page<SecurityEvent>;
  /** UTC, so that server and browser say the same. */
  now: string;
}

/** Who can get in, who is in, and what happened. */
export function SecurityScreen({
  isPasswordFixed,
  secondFactor,
  sessions,
  events,
  now,
}: Props) {
  return (
    <>
      <header className="admin-head">
        <h1>Security</h1>
        <p>Who can get in, who is in, and what happened. Times are UTC.</p>
      </header>
      <div className="security">
        <PasswordBox isFixed={isPasswordFixed} />
        <SecondFactorBox state={secondFactor} now={now} />
        <SessionList sessions={sessions} now={now} />
        <EventList first={events} now={now} />
      </div>
    </>
  );
}

/** Changes the password. @param isFixed whether it is set where the site runs */
function PasswordBox({ isFixed }: { isFixed: boolean }) {
  return (
    <section className="security-part stack" aria-labelledby="password">
      <h2 id="password">Password</h2>
      {isFixed ? (
        <p>
          ADMIN_PASSWORD sets it where the site runs, so it can only be changed
          there. A start with another one ends every session.
        </p>
      ) : (
        <PasswordForm />
      )}
    </section>
  );
}

function PasswordForm() {
  const [changes, setChanges] = useState(0);
  const save = useSave();
  const { revalidate } = useRevalidator();

  async function submit(form: HTMLFormElement) {
    const password = String(new FormData(form).get("password"));
    const saved = await save.call(
      "PUT /api/account/password",
      { body: { password } },
      { toast: () => "The password was changed. All other sessions ended." },
    );
    if (!saved.ok) return;
    setChanges((before) => before + 1);
    revalidate();
  }

  return (
    <EditForm
      key={changes}
      what="password"
      narrow
      save={save}
      onSubmit={(form) => void submit(form)}
    >
      <NewPasswordField label="New password" />
      <Button
        type="submit"
        look="quiet"
        className="field--full"
        busy={save.isBusy}
      >
        Change the password
      </Button>
    </EditForm>
  );
}

interface SessionListProps {
  sessions: AdminSession[];
  now: string;
}

/** Where the admin is signed in. */
function SessionList({ sessions, now }: SessionListProps) {
  const { revalidate } = useRevalidator();
  const { call, isBusy, failure } = useSave();
  const heading = useRef<HTMLHeadingElement>(null);
  const others = sessions.filter(({ is_this }) => !is_this);

  async function end(sessionId?: string) {
    const ended = sessionId
      ? await call(
          "DELETE /api/account/sessions/:sessionId",
          { params: { sessionId } },
          { toast: () => "It has ended." },
        )
      : await call(
          "DELETE /api/account/sessions",
          {},
          { toast: () => "They have ended." },
        );
    if (ended.ok) heading.current?.focus();
    revalidate();
  }

  return (
    <section className="security-part stack" aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Signed in
      </h2>
      <ul className="security-list lined">
        {sessions.map((session) => (
          <li key={session.session_id} className="security-session row">
            <div>
              <b>{session.browser || "A browser"}</b>
              {session.is_this && (
                <span className="security-this">This one</span>
              )}
              <small>
                <span>{session.address_prefix}</span>
                <span>{`since ${describeMoment(session.begun_dt, now)}`}</span>
                <span>{`last used ${describeMoment(session.seen_dt, now)}`}</span>
              </small>
            </div>
            {!session.is_this && (
              <Button
                look="danger"
                disabled={isBusy}
                onClick={() => void end(session.session_id)}
              >
                End
                <span className="sr">{` ${session.browser}, since ${describeMoment(session.begun_dt, now)}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Failure>{failure}</Failure>
      {others.length > 0 ? (
        <Button look="quiet" busy={isBusy} onClick={() => void end()}>
          {plural(others.length, "End the other one", "End all others")}
        </Button>
      ) : (
        <p className="soft">Nobody is signed in anywhere else.</p>
      )}
    </section>
  );
}

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
function EventList({
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
