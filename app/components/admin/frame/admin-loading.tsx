/** Says that another order, or another screen, is on its way. */
export const AdminLoading = ({ isLoading }: { isLoading: boolean }) => (
  <p className="admin-loading" role="status">
    {isLoading && "Loading..."}
  </p>
);
