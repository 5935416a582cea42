import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { MESSAGES } from '#contract/errors.ts'
import {
  SECOND_FACTOR,
  fetchSecondFactor,
} from '#client/features/account/data/second-factor/second-factor.actions.ts'
import { Mascot } from '#client/ui/Mascot.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'

/**
 * The admin pages, or the set-up of the second factor that is required before they open. The server
 * enforces it; this page explains it.
 */
export const AdminDoor = ({ children }: { children: ReactNode }) => {
  const { data } = useQuery({
    queryKey: [...SECOND_FACTOR, 'door'],
    queryFn: fetchSecondFactor,
    staleTime: 0,
  })
  const [opened, setOpened] = useState(false)
  if (opened || !data?.required || data.used) return children
  return (
    <div className="mx-auto flex max-w-read flex-col gap-6 p-4">
      <header className="flex flex-wrap items-center gap-5 pt-4">
        <Mascot name="guard" size={96} />
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="font-display text-2xl" tabIndex={-1}>
            Two locks to the throne room
          </h1>
          <p className="mt-1 text-ink-soft">{MESSAGES.secondFactorFirst}</p>
        </div>
      </header>
      <SecondFactorCard onReady={() => setOpened(true)} />
    </div>
  )
}
