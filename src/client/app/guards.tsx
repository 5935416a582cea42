import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import {
  useIsSignedIn,
  useIsStaff,
  useViewerStore,
} from '#client/features/account/data/viewer/viewer.store.ts'
import { withNext } from '#client/features/account/data/viewer/with-next.ts'
import { toast } from '#client/ui/toast.ts'

/** Redirects from pages that need an account to the log-in, and back after it (DECISIONS row 28). */
export const RequireAccount = () => {
  const signedIn = useIsSignedIn()
  const [cameSignedIn] = useState(signedIn)
  return signedIn ? <Outlet /> : <Leave wasInside={cameSignedIn} />
}

/**
 * After a log-out the person goes to the landing page; without a session, or after losing it, to the log-in.
 * Decided once.
 */
const Leave = ({ wasInside }: { wasInside: boolean }) => {
  const { pathname, search } = useLocation()
  const [to] = useState(() => {
    const { ended } = useViewerStore.getState()
    const left = wasInside && (ended === null || ended === 'logout')
    return left ? '/' : withNext('/login', pathname + search)
  })
  return <Navigate to={to} replace />
}

/**
 * Shows others a message and sends them home (product section 2, Admin dashboard); moderators may in. The server refuses them
 * anyway.
 */
export const RequireStaff = () => {
  const isStaff = useIsStaff()
  const [cameAsStaff] = useState(isStaff)
  useEffect(() => {
    // A person who logs out here needs no message.
    if (!cameAsStaff)
      toast({
        variant: 'destructive',
        title: 'Access Denied',
        description: "You don't have admin privileges.",
      })
  }, [cameAsStaff])
  return isStaff ? <Outlet /> : <Navigate to="/" replace />
}
