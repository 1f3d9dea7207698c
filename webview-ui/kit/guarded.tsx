import { Component, type ComponentChildren } from 'preact';

/** Where drawing fails, the view says so and can be drawn anew, instead of staying blank. */
export class Guarded extends Component<
  { readonly children: ComponentChildren },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  override componentDidCatch(): void {
    this.setState({ hasFailed: true });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    // Other words come with a picture, and that is what could not be drawn.
    const { broken, reload } = document.body.dataset;
    return (
      <div class="note">
        <p>{broken}</p>
        <button type="button" class="primary" onClick={() => this.setState({ hasFailed: false })}>
          {reload}
        </button>
      </div>
    );
  }
}
