import { Ban, Ellipsis, Flag, Link as LinkIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '../AlertDialog.tsx'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { Field } from '../Field.tsx'
import { IconButton } from '../IconButton.tsx'
import { Menu } from '../Menu.tsx'
import { Sheet } from '../Sheet.tsx'
import { Textarea } from '../Textarea.tsx'
import { toast } from '../toast.ts'
import { ExampleRow } from './Shelf.tsx'

type Open = 'dialog' | 'long' | 'alert' | 'sheet' | null

interface FloatingProps {
  open: Open
  setOpen: (open: Open) => void
}

const PostMenu = ({ setOpen }: Pick<FloatingProps, 'setOpen'>) => (
  <Menu
    trigger={<IconButton label="More" icon={<Ellipsis />} variant="quiet" />}
    align="start"
    items={[
      { label: 'Copy link', icon: <LinkIcon />, onSelect: () => toast({ title: 'Link copied!' }) },
      { label: 'Report', icon: <Flag />, onSelect: () => undefined },
      { label: 'Not for you', icon: <Ban />, onSelect: () => undefined, disabled: true },
      'separator',
      { heading: 'No way back' },
      { label: 'Delete', icon: <Trash2 />, tone: 'danger', onSelect: () => setOpen('alert') },
    ]}
  />
)

const sayPosted = () =>
  toast({ title: 'Post created!', description: 'Your post has been shared with the world.' })
const sayFailed = () =>
  toast({
    title: 'Failed to send message',
    description: 'Something went wrong. Please try again.',
    variant: 'destructive',
    action: { label: 'Retry', onSelect: () => undefined },
  })

const ArticleButtons = ({ close }: { close: () => void }) => (
  <>
    <Button onClick={close}>Cancel</Button>
    <Button variant="primary" onClick={close}>
      Issue
    </Button>
  </>
)

const Dialogs = ({ open, setOpen }: FloatingProps) => {
  const close = () => setOpen(null)
  const on = (name: Open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  })
  return (
    <>
      <Dialog
        {...on('dialog')}
        title="Issue Royal Decree"
        description="The kingdom is all ears."
        footer={<ArticleButtons close={close} />}
      >
        <Field label="Royal content">
          <Textarea />
        </Field>
      </Dialog>
      <Dialog
        {...on('long')}
        title="A very long title for a decree that nobody asked for, least of all the plumber"
      >
        {Array.from({ length: 30 }, (_, line) => (
          <p key={line}>Paragraph {line + 1} of the house rules.</p>
        ))}
      </Dialog>
      <Sheet {...on('sheet')} title="Share" footer={<Button onClick={close}>Done</Button>}>
        Rises from the bottom edge on a phone.
      </Sheet>
      <AlertDialog
        {...on('alert')}
        title="Art thou certain?"
        description="This royal decree shall be burned forever!"
        confirmLabel="Burn it"
        onConfirm={close}
      />
    </>
  )
}

/** Overlays. */
export const Floating = () => {
  const [open, setOpen] = useState<Open>(null)
  return (
    <ExampleRow label="What floats">
      <PostMenu setOpen={setOpen} />
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('long')}>Long dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Sheet</Button>
      <Button onClick={() => setOpen('alert')}>Alert dialog</Button>
      <Button onClick={sayPosted}>Toast</Button>
      <Button onClick={sayFailed}>Failed toast</Button>
      <Dialogs open={open} setOpen={setOpen} />
    </ExampleRow>
  )
}
