import type {
  AdminSession,
  SecondFactorState,
  SecurityEvent,
} from "#domain/account/answers.ts";
import type { Page } from "#app/components/admin/data/use-list.ts";
import { EventList } from "./event-list.tsx";
import { PasswordBox } from "./password-box.tsx";
import { SecondFactorBox } from "./second-factor-box.tsx";
import { SessionList } from "./session-list.tsx";
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
