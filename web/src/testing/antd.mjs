/**
 * The parts of Ant Design that the app uses. Its whole index takes a second to load, once per test file. Add a part here when the app begins to use
 * it.
 */
import app from 'antd/lib/app/index.js';
import button from 'antd/lib/button/index.js';
import configProvider from 'antd/lib/config-provider/index.js';
import drawer from 'antd/lib/drawer/index.js';
import dropdown from 'antd/lib/dropdown/index.js';
import input from 'antd/lib/input/index.js';
import inputNumber from 'antd/lib/input-number/index.js';
import modal from 'antd/lib/modal/index.js';
import segmented from 'antd/lib/segmented/index.js';
import skeleton from 'antd/lib/skeleton/index.js';
import switchOf from 'antd/lib/switch/index.js';
import themeOf from 'antd/lib/theme/index.js';

export const App = app.default;
export const Button = button.default;
export const ConfigProvider = configProvider.default;
export const Drawer = drawer.default;
export const Dropdown = dropdown.default;
export const Input = input.default;
export const InputNumber = inputNumber.default;
export const Modal = modal.default;
export const Segmented = segmented.default;
export const Skeleton = skeleton.default;
export const Switch = switchOf.default;
export const theme = themeOf.default;
