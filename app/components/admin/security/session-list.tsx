import { Failure } from "#app/components/fields/failure.tsx";
import { plural } from "#domain/core/words.ts";
import { useRevalidator } from "@remix-run/react";
import { useRef } from "react";
import type { AdminSession } from "#domain/account/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { describeMoment } from "#app/components/words/days.ts";
import { Button } from "#app/components/ui/button.tsx";

interface Props {
  sessions: AdminSession[];
  now: string;
}

/** Where the admin is signed in. */
export function SessionList({ sessions, now }: Props) {
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
