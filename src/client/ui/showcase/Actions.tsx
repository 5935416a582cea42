import { Ban, Ellipsis, Flag, Heart, Link as LinkIcon, MessageCircle, Plus, Send, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '../AlertDialog.tsx'
import { Button } from '../Button.tsx'
import { ButtonLink } from '../ButtonLink.tsx'
import { Dialog } from '../Dialog.tsx'
import { Field } from '../Field.tsx'
import { IconButton } from '../IconButton.tsx'
import { LinkTabs } from '../LinkTabs.tsx'
import { Menu } from '../Menu.tsx'
import { Sheet } from '../Sheet.tsx'
import { Tabs } from '../Tabs.tsx'
import { Textarea } from '../Textarea.tsx'
import { TextLink } from '../TextLink.tsx'
import { toast } from '../toast.ts'
import { Tooltip } from '../Tooltip.tsx'
import { Shelf } from './Shelf.tsx'

const VARIANTS = ['primary', 'quiet', 'ghost', 'danger'] as const

const Buttons = () => (
  <>
    {(['lg', 'md', 'sm'] as const).map((size) => (
      <Shelf key={size} label={`Button ${size}`}>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} size={size} icon={<Plus />}>
            {variant}
          </Button>
        ))}
        <Button variant="primary" size={size} disabled>
          disabled
        </Button>
        <Button variant="primary" size={size} pending pendingLabel="Saving...">
          Save Changes
        </Button>
        <ButtonLink to="#" variant="quiet" size={size}>
          A link
        </ButtonLink>
      </Shelf>
    ))}
    <Shelf label="IconButton">
      <IconButton label="Share" icon={<Share2 />} />
      <IconButton label="Like" icon={<Heart />} size="sm" />
      <IconButton label="Send" icon={<Send />} variant="primary" />
      <IconButton label="Comment" icon={<MessageCircle />} variant="quiet" />
      <IconButton label="Delete" icon={<Trash2 />} variant="danger" />
      <IconButton label="Waiting" icon={<Send />} pending />
      <IconButton label="Disabled" icon={<Send />} disabled />
      <Tooltip label="Words for those who linger">
        <button type="button" className="underline">
          Tooltip
        </button>
      </Tooltip>
    </Shelf>
    <Shelf label="Links">
      <p>
        A sentence with <TextLink to="#">an inline link</TextLink> and a{' '}
        <TextLink to="#" tone="quiet" className="font-semibold">
          Quiet Name
        </TextLink>
        .
      </p>
    </Shelf>
  </>
)

const Floating = () => {
  const [open, setOpen] = useState<'dialog' | 'long' | 'alert' | 'sheet' | null>(null)
  const on = (name: typeof open) => ({ open: open === name, onOpenChange: (next: boolean) => setOpen(next ? name : null) })
  return (
    <Shelf label="What floats">
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
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('long')}>Long dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Sheet</Button>
      <Button onClick={() => setOpen('alert')}>Alert dialog</Button>
      <Button onClick={() => toast({ title: 'Post created!', description: 'Your post has been shared with the world.' })}>
        Toast
      </Button>
      <Button
        onClick={() =>
          toast({
            title: 'Failed to send message',
            description: 'Something went wrong. Please try again.',
            variant: 'destructive',
            action: { label: 'Retry', onSelect: () => undefined },
          })
        }
      >
        Failed toast
      </Button>
      <Dialog
        {...on('dialog')}
        title="Issue Royal Decree"
        description="The kingdom is all ears."
        footer={
          <>
            <Button onClick={() => setOpen(null)}>Cancel</Button>
            <Button variant="primary" onClick={() => setOpen(null)}>
              Issue
            </Button>
          </>
        }
      >
        <Field label="Royal content">
          <Textarea />
        </Field>
      </Dialog>
      <Dialog {...on('long')} title={'A very long title for a decree that nobody asked for, least of all the plumber'}>
        {Array.from({ length: 30 }, (_, line) => (
          <p key={line}>Paragraph {line + 1} of the house rules.</p>
        ))}
      </Dialog>
      <Sheet {...on('sheet')} title="Share" footer={<Button onClick={() => setOpen(null)}>Done</Button>}>
        Rises from the bottom edge on a phone.
      </Sheet>
      <AlertDialog
        {...on('alert')}
        title="Art thou certain?"
        description="This royal decree shall be burned forever!"
        confirmLabel="Burn it"
        onConfirm={() => setOpen(null)}
      />
    </Shelf>
  )
}

const Turning = () => {
  const [tab, setTab] = useState('posts')
  return (
    <>
      <Shelf label="Tabs" column>
        <Tabs
          label="Admin"
          current={tab}
          onChange={setTab}
          tabs={['posts', 'users', 'reports'].map((key) => ({ key, label: key, content: <p className="py-4">{key}</p> }))}
        />
      </Shelf>
      <Shelf label="LinkTabs" column>
        <LinkTabs
          label="Feed"
          fill
          current="home"
          tabs={[
            { key: 'home', label: 'For you', to: '#home' },
            { key: 'following', label: 'Following', to: '#following' },
          ]}
        />
        <LinkTabs
          label="Profile"
          current="media"
          tabs={['Posts', 'Replies', 'Media', 'Likes', 'Settings'].map((label) => ({
            key: label.toLowerCase(),
            label,
            to: `#${label}`,
          }))}
        />
      </Shelf>
    </>
  )
}

/** Buttons, links, tabs and what opens. */
export const Actions = () => (
  <>
    <Buttons />
    <Floating />
    <Turning />
  </>
)
