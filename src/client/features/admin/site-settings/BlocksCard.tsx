import { useState } from 'react'
import { BLOCK_LISTS, notAnEntry, type BlockList } from '#contract/admin.blocks.constants.ts'
import type { BlocksView } from '#contract/admin.blocks.ts'
import { reloadBlocks, saveBlocks } from '#client/features/admin/data/site-settings.actions.ts'
import { ApiError, errorMessageOf } from '#client/live/http.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'

type Drafts = Partial<Record<BlockList, string>>

const FIELDS: Readonly<Record<BlockList, { label: string; hint: string }>> = {
  refusedWords: {
    label: 'Refused words',
    hint: 'Nobody can use these words in a drop, comment, bio or name. We match whole words and ignore capitals and accents.',
  },
  heldWords: {
    label: 'Words to look at first',
    hint: 'Drops and comments with these words wait in the queue above. We refuse edits, bios and names with them.',
  },
  linkDomains: {
    label: 'Link domains',
    hint: 'We refuse links to these sites and their subdomains, in public texts and in messages.',
  },
  mailDomains: {
    label: 'Mail domains',
    hint: 'New accounts cannot use these mail services. Old accounts keep their address.',
  },
}

const entriesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** One's own changes of `before`, in what another admin has made of it. */
const draftsOn = (now: BlocksView, before: BlocksView, own: Record<BlockList, string[]>): Drafts =>
  Object.fromEntries(
    BLOCK_LISTS.map((list) => {
      const kept = now[list].filter((entry) => own[list].includes(entry) || !before[list].includes(entry))
      const added = own[list].filter((entry) => !before[list].includes(entry) && !kept.includes(entry))
      return [list, [...kept, ...added].join('\n')]
    }),
  )

/** What nobody but admins may write or register with. Each list has an entry a line. */
export const BlocksCard = ({ blocks }: { blocks: BlocksView }) => {
  const [drafts, setDrafts] = useState<Drafts>({})
  const [wrong, setWrong] = useState<{ list: BlockList; sentence: string } | null>(null)
  const { pending, run } = useWrite()
  const shown = (list: BlockList) => drafts[list] ?? blocks[list].join('\n')
  const listed = Object.fromEntries(BLOCK_LISTS.map((list) => [list, entriesOf(shown(list))])) as Record<
    BlockList,
    string[]
  >
  const isChanged = BLOCK_LISTS.some((list) => listed[list].join('\n') !== blocks[list].join('\n'))
  const save = async () => {
    setWrong(null)
    const isSaved = await run({
      write: () => saveBlocks({ ...listed, rev: blocks.rev }),
      done: 'Blocks Saved',
      failed: { title: 'Error', sentence: 'Failed to save the blocks' },
      onError: async (error) => {
        if (error instanceof ApiError && error.status === 409) {
          const now = await reloadBlocks()
          if (now) setDrafts(draftsOn(now, blocks, listed))
        }
        const sentence = errorMessageOf(error, '')
        const list = BLOCK_LISTS.find((one) =>
          listed[one].some((entry) => notAnEntry(one, entry) === sentence),
        )
        setWrong(list ? { list, sentence } : null)
      },
    })
    if (isSaved) setDrafts({})
  }
  return (
    <Card title="Not allowed here" className="xl:col-span-2">
      <p className="pb-4 text-ink-soft">
        Write one entry per line. Older texts stay, and admins are not checked.
      </p>
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        {BLOCK_LISTS.map((list) => (
          <Field key={list} {...FIELDS[list]} error={wrong?.list === list ? wrong.sentence : undefined}>
            <Textarea
              rows={3}
              maxRows={10}
              dir="auto"
              spellCheck={false}
              autoCapitalize="none"
              value={shown(list)}
              onChange={({ target }) => {
                setDrafts((current) => ({ ...current, [list]: target.value }))
                if (wrong?.list === list) setWrong(null)
              }}
            />
          </Field>
        ))}
      </div>
      <Button
        variant="primary"
        className="mt-4"
        pending={pending}
        disabled={!isChanged}
        onClick={() => void save()}
      >
        Save Blocks
      </Button>
    </Card>
  )
}
