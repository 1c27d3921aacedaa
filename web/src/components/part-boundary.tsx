import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { browser } from '../lib/browser';
import { frame } from '../texts/frame';
import { EmptyLine } from './empty-line';

/** Error messages of Chrome, Firefox, Safari and Vite for a part whose file could not be loaded. */
const NOT_LOADED = /dynamically imported module|module script failed|unable to preload/i;

/** Shows that a part of a page crashed, and keeps the rest of the page. `resetKey`: a change retries the part. */
export class PartBoundary extends Component<{ children: ReactNode; resetKey?: unknown }, { failure: string | null }> {
  override state = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: String(error) };
  }

  override componentDidUpdate(before: { resetKey?: unknown }) {
    if (this.state.failure !== null && before.resetKey !== this.props.resetKey) this.setState({ failure: null });
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    // React requests a part's file only once; after a deployment the file has another name, which only a new document knows.
    const retry = () => (NOT_LOADED.test(failure) ? browser.reload() : this.setState({ failure: null }));
    return (
      <EmptyLine text={frame.crashed}>
        <Button onClick={retry}>{frame.retry}</Button>
      </EmptyLine>
    );
  }
}
