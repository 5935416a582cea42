import { clsx } from 'clsx'
import { Fragment, useMemo, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { firstLines, withoutFloods } from '#contract/text.ts'
import { Link } from './Link.tsx'
import { richPieces } from '#contract/rich-text.ts'
import type { RichPiece } from '#contract/rich-text.ts'
import './TextLink.css'
import './RichText.css'

interface RichTextProps {
  text: string
  className?: string
}

const Piece = ({ piece }: { piece: RichPiece }) => {
  if (piece.kind === 'text') return <Fragment>{piece.text}</Fragment>
  if (piece.kind === 'tag')
    return (
      <Link to={`/search?tag=${encodeURIComponent(piece.tag)}`} className="rf-rich-link">
        {piece.text}
      </Link>
    )
  if (piece.kind === 'mention')
    return (
      <Link to={`/u/${piece.handle}`} className="rf-rich-link">
        {piece.text}
      </Link>
    )
  return (
    <a href={piece.href} className="rf-rich-link" target="_blank" rel="nofollow ugc noopener noreferrer">
      {piece.text}
    </a>
  )
}

/**
 * Text written by a person: hashtags, mentions and addresses become links, line breaks and direction are
 * kept. Of very many lines the first ones are shown, and the others on a press; of blank lines two together.
 */
export const RichText = ({ text, className }: RichTextProps) => {
  const [isWhole, setWhole] = useState(false)
  const lines = useMemo(() => withoutFloods(text), [text])
  const head = isWhole ? null : firstLines(lines, LIMITS.shownLines)
  const shown = head ?? lines
  const pieces = useMemo(() => richPieces(shown), [shown])
  return (
    <>
      <p dir="auto" className={clsx('rf-rich', className)}>
        {pieces.map((piece, index) => (
          // The parts of a text never change their order, so an index is a stable key.
          <Piece key={index} piece={piece} />
        ))}
      </p>
      {head !== null && <ShowMore onPress={() => setWhole(true)} />}
    </>
  )
}

/** Below the beginning of a long text. */
export const ShowMore = ({ onPress }: { onPress: (button: HTMLButtonElement) => void }) => (
  <button type="button" className="rf-rich-more" onClick={({ currentTarget }) => onPress(currentTarget)}>
    Show more
  </button>
)
