import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Consent } from '#contract/account.constants.ts'
import { saveConsents } from '#client/features/account/data/privacy/privacy.actions.ts'
import { privacySettings } from '#client/features/account/data/privacy/privacy.store.ts'
import { DEDUPE_MS } from '#client/live/just-now.ts'
import { Card } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { toast } from '#client/ui/toast.ts'

const TOGGLES: readonly { consent: Consent; label: string; hint: string }[] = [
  {
    consent: 'marketing',
    label: 'Marketing',
    hint: 'Mails about our own affairs. Without this you get none.',
  },
  {
    consent: 'analytics',
    label: 'Analytics',
    hint: 'Your page views are counted, without your name. Without this they are not.',
  },
  {
    consent: 'personalizedAds',
    label: 'Personalised ads',
    hint: 'Ads chosen by what you do here. Without this you see what everybody sees.',
  },
]

/**
 * Three questions, each with a free answer. Until the server has said what holds, a switch does nothing
 * (product section 5).
 */
export const ConsentCard = () => {
  const { isError, isFetching, refetch } = useQuery({
    queryKey: ['privacy'],
    queryFn: ({ signal }) => privacySettings.load(signal),
    staleTime: DEDUPE_MS,
  })
  const settings = privacySettings.use()
  const { saving, save } = useSave()
  if (isError && !settings)
    return (
      <ErrorState
        title="Your choices would not come out."
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  return (
    <Card title="What you agree to">
      <div className="flex flex-col gap-2">
        {TOGGLES.map(({ consent, label, hint }) => (
          <Switch
            key={consent}
            label={label}
            hint={hint}
            checked={saving[consent] ?? settings?.[`${consent}Consent`] ?? false}
            pending={!settings || consent in saving}
            onChange={({ target }) => void save(consent, target.checked)}
          />
        ))}
      </div>
    </Card>
  )
}

/** One call a switch at a time; it shows what was chosen until the server has answered. */
function useSave() {
  const [saving, setSaving] = useState<Partial<Record<Consent, boolean>>>({})
  const save = async (consent: Consent, agreed: boolean) => {
    setSaving((others) => ({ ...others, [consent]: agreed }))
    try {
      await saveConsents({ [`${consent}Consent`]: agreed })
      toast({ title: 'Settings Updated' })
    } catch {
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: 'Failed to update privacy settings. Please try again.',
      })
    } finally {
      setSaving(({ [consent]: _, ...others }) => others)
    }
  }
  return { saving, save }
}
