import { useNavigation } from "@remix-run/react";

/** Says that another order, or another screen, is on its way. */
export function AdminLoading() {
  const { state } = useNavigation();
  return (
    <p className="admin-loading" role="status">
      {state === "loading" && "Loading..."}
    </p>
  );
}
