import { Failure } from "#app/components/fields/failure.tsx";
import { Link } from "@remix-run/react";
import { useState } from "react";
import type { Dashboard } from "#domain/health/dashboard.server.ts";
import {
  PictureIcon,
  PlusIcon,
  QrIcon,
} from "#app/components/ui/more-icons.tsx";
import { LOST } from "#app/components/ui/lost-connection.ts";
import { NewestFinds } from "./newest-finds.tsx";
import { OnThisDay } from "./on-this-day.tsx";
import { RockNumbers } from "./rock-numbers.tsx";
import { SiteHealth } from "./site-health.tsx";
import { UnplacedFinds } from "./unplaced-finds.tsx";
import { WhatWaits } from "./what-waits.tsx";
import { describeToday } from "#app/components/words/days.ts";
import "./dashboard.css";

/** What needs the admin, whether the site is well, and what is new. */
export const DashboardScreen = (dashboard: Dashboard) => (
  <>
    <header className="admin-head dashboard-top">
      <h1>Dashboard</h1>
      <p>{describeToday(dashboard.today)}</p>
      <Logout />
    </header>
    <div className="dashboard">
      <div className="dashboard-main">
        <WhatWaits {...dashboard} />
        <UnplacedFinds {...dashboard.unplaced} />
        <NewestFinds {...dashboard} />
        <RockNumbers {...dashboard} />
      </div>
      <div className="dashboard-side">
        <QuickActions />
        <SiteHealth {...dashboard} />
        {dashboard.onThisDay && <OnThisDay memory={dashboard.onThisDay} />}
      </div>
    </div>
  </>
);

/** Without a connection, the page stays and says so. */
function Logout() {
  const [isLost, setLost] = useState(false);
  return (
    <form
      method="post"
      action="/logout"
      onSubmit={(event) => {
        event.preventDefault();
        setLost(false);
        fetch("/logout", { method: "POST", redirect: "manual" }).then(
          () => window.location.assign("/login"),
          () => setLost(true),
        );
      }}
    >
      <button className="btn btn--quiet">Logout</button>
      <Failure>{isLost && LOST}</Failure>
    </form>
  );
}

const QuickActions = () => (
  <nav className="shortcuts" aria-label="Quick actions">
    <Link to="/admin/rocks" state={{ creates: "new" }}>
      <PlusIcon />
      Create Rock
    </Link>
    <Link to="/admin/jobs#qr-codes">
      <QrIcon />
      Print QR codes
    </Link>
    <Link to="/admin/albums">
      <PictureIcon />
      Albums
    </Link>
  </nav>
);
