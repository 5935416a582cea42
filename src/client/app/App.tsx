import { useEffect, useLayoutEffect } from 'react'
import { useRoutes } from 'react-router-dom'
import { endProof, useProof } from '#client/entities/proof/proof.store.ts'
import { useViewerLoading } from '#client/entities/viewer/viewer.store.ts'
import { Shortcuts } from '#client/features/shortcuts/Shortcuts.tsx'
import { startLive } from '#client/live/start.ts'
import { OverlayHost } from '#client/ui/OverlayHost.tsx'
import { late, useLate } from '#client/ui/late.ts'
import { AppLoading } from './AppLoading.tsx'
import { ROUTES } from './routes.tsx'
import { useArrival } from './useArrival.ts'
import { usePreload } from './usePreload.ts'
import { useScrollMemory } from './useScrollMemory.ts'
import { useSessionNotice } from './useSessionNotice.ts'

/** It has nothing to say for the first 3 s of anything: its code comes after the page, and before it could be needed. */
const banner = late<object>(async () => (await import('./ConnectionBanner.tsx')).ConnectionBanner)

/** Asks the person to prove who they are; hardly anybody ever meets it. */
const proofDialog = late<object>(async () => (await import('#client/features/proof/ProofDialog.tsx')).ProofDialog)

/** From here on buttons do what they say (base.css). */
const wakeUp = () => void delete document.documentElement.dataset['waking']

/** The screens, what floats above all of them, and what listens to the device and the route. */
export const App = () => {
  const loading = useViewerLoading()
  const screen = useRoutes(ROUTES)
  const Banner = useLate(banner, true)
  const Proof = useLate(proofDialog, useProof((state) => state.wanted), () => endProof(false))
  useLayoutEffect(wakeUp, [])
  useEffect(startLive, [])
  useArrival()
  useScrollMemory()
  useSessionNotice()
  usePreload()
  return (
    <>
      {loading ? <AppLoading account /> : screen}
      {Banner && <Banner />}
      {Proof && <Proof />}
      <OverlayHost />
      <Shortcuts />
    </>
  )
}
