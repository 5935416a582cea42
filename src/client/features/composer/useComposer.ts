import { useEffect, useRef, useState } from 'react'
import type { CreatePostInput } from '#contract/posts.ts'
import { publishPost } from '#client/entities/posts/posts.outbox.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'
import { attemptDone, attemptFor } from './attempt.ts'
import { saysIsFit } from './post-rules.ts'
import { keepStored } from './stored.ts'
import { useStoredText } from './useStoredText.ts'

/** How long the swirl takes (--duration-flush), in ms: an answer that comes sooner waits for its end. */
const FLUSH = 400

export interface ComposerState {
  text: string
  setText: (text: string) => void
  /** On its way: what was written swirls away, and comes back if it fails. */
  posting: boolean
  /** True once it is posted. */
  submit: () => Promise<boolean>
}

/** What may go with the text (product section 7). */
export type PostExtras = Pick<CreatePostInput, 'contentWarn' | 'nsfw'>

const NO_EXTRAS: PostExtras = {}

/** The one composer of posts: draft, rules, sending (product sections 4 and 5). Media will join the draft here. */
export function useComposer(viewerId: string, extras: PostExtras = NO_EXTRAS): ComposerState {
  const key = `royal-flush:draft:post:${viewerId}`
  const [text, setText] = useStoredText(key)
  const [posting, setPosting] = useState(false)
  const mounted = useMounted()

  const submit = async () => {
    if (posting || !saysIsFit(text)) return false
    setPosting(true)
    // Sent again with another warning it is another post.
    const attempt = attemptFor(`${key}:sent`, extras === NO_EXTRAS ? text : JSON.stringify([text, extras]))
    try {
      await Promise.all([publishPost({ text, ...extras, clientId: attempt.clientId }), swirl()])
      attemptDone(`${key}:sent`)
      // The screen may have been left meanwhile, and the draft with it.
      if (mounted.current) setText('')
      else keepStored(key, '')
      toast({ title: 'Post created!', description: 'Your post has been shared with the world.' })
      return true
    } catch (error) {
      const description = sentenceOf(error, 'Something went wrong. Please try again.')
      toast({ variant: 'destructive', title: 'Failed to create post', description })
      return false
    } finally {
      setPosting(false)
    }
  }
  return { text, setText, posting, submit }
}

const swirl = () => new Promise<void>((resolve) => setTimeout(resolve, FLUSH))

function useMounted() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])
  return mounted
}
