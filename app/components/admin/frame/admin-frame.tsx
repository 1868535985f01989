import { useNavigation } from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import { UnsavedChangesGuard } from "#app/components/admin/data/use-unsaved-changes.ts";
import { ConfirmationRegion } from "#app/components/admin/ui/confirmation.tsx";
import { ToastRegion } from "#app/components/toast/toast-region.tsx";
import { holdAdminTab } from "./admin-tabs.ts";
import "./admin.css";

/** What every screen of the admin has: the notice that it is loading, the toasts and the guard of unsaved changes. */
export function AdminFrame({ children }: { children: ReactNode }) {
  useEffect(holdAdminTab, []);
  const isLoading = useNavigation().state === "loading";
  return (
    <main className="admin" id="content" tabIndex={-1}>
      <p className="admin-loading" role="status">
        {isLoading && "Loading..."}
      </p>
      <ToastRegion>
        <ConfirmationRegion>
          <div className="admin-screen" aria-busy={isLoading}>
            {children}
          </div>
        </ConfirmationRegion>
      </ToastRegion>
      <UnsavedChangesGuard />
    </main>
  );
}
