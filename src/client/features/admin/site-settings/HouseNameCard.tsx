import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { saveHouseName } from '#client/features/admin/data/site-settings.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'

/** What the site calls itself. */
export const HouseNameCard = ({ name }: { name: string }) => {
  const [draft, setDraft] = useState<string | null>(null)
  const { pending, run } = useWrite()
  const written = draft ?? name
  const save = async () => {
    const isSaved = await run({
      write: () => saveHouseName(written.trim()),
      done: 'Name Saved',
      failed: { title: 'Error', sentence: 'Failed to save the name' },
    })
    if (isSaved) setDraft(null)
  }
  return (
    <Card title="Name of the house">
      <Field
        label="Name on every page"
        hint="The name is also in mails and authenticator apps. Open pages show it after a reload."
      >
        <Input
          value={written}
          maxLength={LIMITS.houseName}
          onChange={({ target }) => setDraft(target.value)}
        />
      </Field>
      <Button
        variant="primary"
        className="mt-4"
        pending={pending}
        disabled={written.trim() === '' || written.trim() === name}
        onClick={() => void save()}
      >
        Save Name
      </Button>
    </Card>
  )
}
