import { Heart, MessageCircle, Plus, Send, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../Button.tsx'
import { ButtonLink } from '../ButtonLink.tsx'
import { IconButton } from '../IconButton.tsx'
import { LinkTabs } from '../LinkTabs.tsx'
import { Spinner } from '../Spinner.tsx'
import { Tabs } from '../Tabs.tsx'
import { TextLink } from '../TextLink.tsx'
import { Floating } from './Floating.tsx'
import { ExampleRow } from './Shelf.tsx'

const VARIANTS = ['primary', 'quiet', 'ghost', 'danger'] as const

const Buttons = () => (
  <>
    {(['lg', 'md', 'sm'] as const).map((size) => (
      <ExampleRow key={size} label={`Button ${size}`}>
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
      </ExampleRow>
    ))}
    <ExampleRow label="Spinner">
      <Spinner />
    </ExampleRow>
    <ExampleRow label="IconButton">
      <IconButton label="Share" icon={<Share2 />} />
      <IconButton label="Like" icon={<Heart />} size="sm" />
      <IconButton label="Send" icon={<Send />} variant="primary" />
      <IconButton label="Comment" icon={<MessageCircle />} variant="quiet" />
      <IconButton label="Delete" icon={<Trash2 />} variant="danger" />
      <IconButton label="Waiting" icon={<Send />} pending />
      <IconButton label="Disabled" icon={<Send />} disabled />
    </ExampleRow>
    <ExampleRow label="Links">
      <p>
        A sentence with <TextLink to="#">an inline link</TextLink> and a{' '}
        <TextLink to="#" tone="quiet" className="font-semibold">
          Quiet Name
        </TextLink>
        .
      </p>
    </ExampleRow>
  </>
)

const Turning = () => {
  const [tab, setTab] = useState('posts')
  return (
    <>
      <ExampleRow label="Tabs" column>
        <Tabs
          label="Admin"
          current={tab}
          onChange={setTab}
          tabs={['posts', 'users', 'reports'].map((key) => ({
            key,
            label: key,
            content: <p className="py-4">{key}</p>,
          }))}
        />
      </ExampleRow>
      <ExampleRow label="LinkTabs" column>
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
      </ExampleRow>
    </>
  )
}

/** Buttons, links, tabs and menus. */
export const Actions = () => (
  <>
    <Buttons />
    <Floating />
    <Turning />
  </>
)
