import { EmojiPicker as Frimousse, useSkinTone } from 'frimousse'
import type {
  EmojiPickerListCategoryHeaderProps,
  EmojiPickerListEmojiProps,
  EmojiPickerListRowProps,
} from 'frimousse'
import { useState } from 'react'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { emojiData } from './emoji-data.ts'
import { emojiPreferences, storeRecent, storeTone, type RecentEmoji } from './emoji-preferences.ts'
import './EmojiPicker.css'

export interface EmojiPickerProps {
  onChoose: (emoji: string) => void
}

const COLUMNS = 8

/** All emoji that this device can draw: search, skin tone, the last ones, categories. Arrows move, Enter chooses. */
export const EmojiPicker = ({ onChoose }: EmojiPickerProps) => {
  const id = useViewer()?.id ?? 'visitor'
  const [kept] = useState(() => emojiPreferences(id))
  const [search, setSearch] = useState('')
  const choose = (emoji: RecentEmoji) => {
    storeRecent(id, emoji)
    onChoose(emoji.emoji)
  }
  return (
    <Frimousse.Root
      className="s-emoji"
      columns={COLUMNS}
      locale="en"
      skinTone={kept.tone}
      resolveEmojiData={emojiData}
      onEmojiSelect={choose}
    >
      <div className="s-emoji-head">
        <Frimousse.Search
          className="s-emoji-search"
          aria-label="Search emoji"
          placeholder="Search emoji"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Tone viewerId={id} />
      </div>
      {search === '' && kept.recent.length > 0 && <Recent emoji={kept.recent} onChoose={choose} />}
      <Frimousse.Viewport className="s-emoji-view" tabIndex={0}>
        <Frimousse.Loading className="s-emoji-note">Loading emoji...</Frimousse.Loading>
        <Frimousse.Empty className="s-emoji-note">No emoji found</Frimousse.Empty>
        <Frimousse.List
          aria-label="Emoji"
          className="s-emoji-list"
          components={{ CategoryHeader, Row, Emoji }}
        />
      </Frimousse.Viewport>
    </Frimousse.Root>
  )
}

const CategoryHeader = ({ category, ...rest }: EmojiPickerListCategoryHeaderProps) => (
  <div {...rest} className="s-emoji-category">
    {category.label}
  </div>
)

// The library counts rows and columns from 0; assistive technology counts from 1.
const fromOne = (place: number | undefined) => (place === undefined ? undefined : place + 1)

const Row = (row: EmojiPickerListRowProps) => (
  <div {...{ ...row, 'aria-rowindex': fromOne(row['aria-rowindex']) }} />
)

const Emoji = ({ emoji, ...cell }: EmojiPickerListEmojiProps) => (
  <button
    type="button"
    {...{ ...cell, 'aria-colindex': fromOne(cell['aria-colindex']) }}
    className="s-emoji-cell"
  >
    {emoji.emoji}
  </button>
)

interface RecentProps {
  emoji: readonly RecentEmoji[]
  onChoose: (emoji: RecentEmoji) => void
}

const Recent = ({ emoji, onChoose }: RecentProps) => (
  <div role="group" aria-label="Recently used" className="s-emoji-recent">
    {emoji.slice(0, COLUMNS).map((one) => (
      <button
        key={one.emoji}
        type="button"
        aria-label={one.label}
        className="s-emoji-cell"
        onClick={() => onChoose(one)}
      >
        {one.emoji}
      </button>
    ))}
  </div>
)

const TONE_NAMES = {
  none: 'none',
  light: 'light',
  'medium-light': 'medium light',
  medium: 'medium',
  'medium-dark': 'medium dark',
  dark: 'dark',
}

/** Goes on to the next skin tone. */
const Tone = ({ viewerId }: { viewerId: string }) => {
  const [tone, setTone, tones] = useSkinTone('✋')
  const place = tones.findIndex(({ skinTone }) => skinTone === tone)
  const next = tones[(place + 1) % tones.length]
  return (
    <button
      type="button"
      aria-label={`Skin tone: ${TONE_NAMES[tone]}`}
      data-tooltip="Skin tone"
      className="s-emoji-tone"
      onClick={() => {
        if (!next) return
        setTone(next.skinTone)
        storeTone(viewerId, next.skinTone)
      }}
    >
      {tones[place]?.emoji}
    </button>
  )
}
