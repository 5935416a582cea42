import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGES } from '#contract/errors.ts'
import type { BlogMailsView } from '#contract/blog.mails.ts'
import {
  askForArticles,
  fetchBlogMails,
  switchBlogMails,
} from '#client/features/blog/data/blog.mails.actions.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { toastFailure } from '#client/live/failure-toast.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { useForm } from '#client/ui/use-form.ts'

/** New articles by mail, below the blog and each article. Nothing where the site has no mail server. */
export const ArticleMails = () => {
  const viewerId = useViewer()?.id ?? null
  const { data, refetch } = useQuery({
    queryKey: ['blog mails', viewerId],
    queryFn: ({ signal }) => fetchBlogMails(signal),
    staleTime: 0,
  })
  if (!data?.available) return null
  return (
    <section aria-labelledby="article-mails" className="s-article-mails">
      <h2 id="article-mails" className="font-display text-xl">
        Decrees by mail
      </h2>
      {data.address === null ? (
        <AddressForm />
      ) : (
        <OwnSwitch address={data.address} mails={data} onChanged={() => void refetch()} />
      )}
    </section>
  )
}

const FAILED = 'The herald has tripped'

interface OwnSwitchProps {
  address: string
  mails: BlogMailsView
  onChanged: () => void
}

const OwnSwitch = ({ address, mails, onChanged }: OwnSwitchProps) => {
  const { pending, run } = useWrite()
  const [shown, setShown] = useState<boolean | null>(null)
  const change = async (on: boolean) => {
    setShown(on)
    await run({ write: () => switchBlogMails(on), failed: FAILED })
    setShown(null)
    onChanged()
  }
  return (
    <Switch
      label="Mail me new decrees"
      hint={`To ${address}`}
      pending={pending}
      checked={shown ?? mails.subscribed}
      onChange={({ target }) => void change(target.checked)}
    />
  )
}

const AddressForm = () => {
  const [answer, setAnswer] = useState<string | null>(null)
  const form = useForm<'email'>({
    check: ({ email }) => ({
      email: /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : MESSAGES.invalidEmail,
    }),
    send: async ({ email }) => setAnswer((await askForArticles(email.trim())).message),
    failed: (error) => {
      toastFailure(error, FAILED)
      return undefined
    },
  })
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <Field
        label="Email"
        hint="We send you a link to confirm it. You can stop the mails with one click."
        error={form.errors.email}
      >
        <div className="flex flex-wrap gap-2">
          <Input
            type="email"
            name="email"
            dir="ltr"
            autoComplete="email"
            placeholder="you@example.com"
            className="min-w-[min(12rem,100%)] flex-1"
          />
          <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Sending...">
            Subscribe
          </Button>
        </div>
      </Field>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {answer}
      </p>
    </form>
  )
}
