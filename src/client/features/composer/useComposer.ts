import { useEffect, useRef, useState } from 'react'
import { publishPost } from '#client/entities/posts/posts.outbox.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'
import { attemptDone, attemptFor } from './attempt.ts'
import { saysIsFit } from './post-rules.ts'
import { useStoredText } from './useStoredText.ts'

/** How long the swirl takes (--duration-flush), in ms: an answer that comes sooner waits for its end. */
const FLUSH = 400

export interface ComposerState {
  text: string
  setText: (text: string) => void
  /** On its way: what was written swirls away, and comes back if it fails. */
  posting: boolean
  submit: () => Promise<void>
}

/** The one composer of posts: draft, rules, sending (product sections 4 and 5). Media will join the draft here. */
export function useComposer(viewerId: string): ComposerState {
  const key = `royal-flush:draft:post:${viewerId}`
  const [text, setText] = useStoredText(key)
  const [posting, setPosting] = useState(false)
  const mounted = useMounted()

  const submit = async () => {
    if (posting || !saysIsFit(text)) return
    setPosting(true)
    const attempt = attemptFor(`${key}:sent`, text)
    try {
      await Promise.all([publishPost({ text, clientId: attempt.clientId }), swirl()])
      attemptDone(`${key}:sent`)
      // The screen may have been left meanwhile, and the draft with it.
      if (mounted.current) setText('')
      else localStorage.removeItem(key)
      toast({ title: 'Post created!', description: 'Your post has been shared with the world.' })
    } catch (error) {
      const description = sentenceOf(error, 'Something went wrong. Please try again.')
      toast({ variant: 'destructive', title: 'Failed to create post', description })
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
